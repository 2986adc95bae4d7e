package telemetry

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

const tracerName = "krapao"

// traced: traces are sent, since somebody asked for them.
var traced atomic.Bool

// StartTraces sends traces by OTLP if the standard variables name an address (OTEL_EXPORTER_OTLP_ENDPOINT). Otherwise it does
// nothing. Stop sends the traces that are left.
func StartTraces(ctx context.Context, version string) (stop func(context.Context) error, err error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" {
		return func(context.Context) error { return nil }, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("telemetry: traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(resource.NewSchemaless(
		attribute.String("service.name", "krapao"), attribute.String("service.version", version))))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	traced.Store(true)
	return provider.Shutdown, nil
}

// Span is a request's part of a trace. It is empty where no traces are sent.
type Span struct{ span trace.Span }

// StartServer begins the span of an incoming request, as a child of the caller's. It is named when it ends. The path itself is
// not recorded: it may hold a user name or a password.
func StartServer(ctx context.Context, r *http.Request) (context.Context, Span) {
	if !traced.Load() {
		return ctx, Span{}
	}
	ctx = otel.GetTextMapPropagator().Extract(ctx, propagation.HeaderCarrier(r.Header))
	ctx, span := otel.Tracer(tracerName).Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
	return ctx, Span{span}
}

// End names the span after the call and closes it.
func (s Span) End(route string, status int, code string) {
	if s.span == nil {
		return
	}
	s.span.SetName(route)
	s.span.SetAttributes(attribute.String("http.route", route), attribute.Int("http.response.status_code", status))
	if code != "" {
		s.span.SetAttributes(attribute.String("krapao.code", code))
	}
	if status >= http.StatusInternalServerError {
		s.span.SetStatus(codes.Error, code)
	}
	s.span.End()
}
