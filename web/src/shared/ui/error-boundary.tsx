import { Component, type ErrorInfo, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** The replacement that is shown. */
  fallback: (error: unknown) => ReactNode;
  /** Called with the error. */
  onError?: (error: unknown) => void;
}

/** An error inside it breaks nothing around it. */
export class ErrorBoundary extends Component<Props, { error?: { thrown: unknown } }> {
  override state: { error?: { thrown: unknown } } = {};

  static getDerivedStateFromError(thrown: unknown) {
    return { error: { thrown } };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
    this.props.onError?.(error);
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.fallback(error.thrown) : this.props.children;
  }
}
