import type { SpinSlice } from '@/shared/api/wire';
import { fontOf, paintFace } from './face';
import { angleAt, brake, coasted, PUSH, speedAfter, type Turn, turnTo } from './wheel';

/** A higher ratio than two is not visible, and costs memory. */
const SHARPEST = 2;

type Motion =
  | { kind: 'coast'; from: number; since: number }
  | { kind: 'turn'; turn: Turn; since: number; done(): void };

export interface Wheel {
  /** Draws other slices, or the same in another language; the wheel keeps its angle. */
  show(slices: readonly SpinSlice[]): void;
  /** Starts it before the result is known. */
  push(): void;
  /**
   * Turns on to the slice that was drawn, and resolves when it has stopped there. With reduced motion it stops there at
   * once.
   */
  land(index: number): Promise<void>;
  /** Slows down to a stop: nothing was drawn. */
  stop(): Promise<void>;
  destroy(): void;
}

const lessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A wheel on a canvas. The canvas takes its size from its style; a change of size redraws it. */
export function createWheel(canvas: HTMLCanvasElement): Wheel {
  let slices: readonly SpinSlice[] = [];
  let face: HTMLCanvasElement | undefined;
  let angle = 0;
  let motion: Motion | undefined;
  let frame = 0;

  function paint() {
    const size = canvas.clientWidth;
    if (size === 0) return;
    const ratio = Math.min(devicePixelRatio || 1, SHARPEST);
    canvas.width = canvas.height = Math.round(size * ratio);
    face = paintFace(slices, size, ratio);
    draw();
  }

  function draw() {
    const pen = canvas.getContext('2d');
    if (!pen || !face) return;
    const half = canvas.width / 2;
    pen.clearRect(0, 0, canvas.width, canvas.width);
    pen.save();
    pen.translate(half, half);
    pen.rotate(angle);
    pen.drawImage(face, -half, -half);
    pen.restore();
  }

  function step() {
    const now = performance.now();
    if (!motion) return;
    if (motion.kind === 'coast') {
      angle = motion.from + coasted(now - motion.since);
    } else {
      const { turn, since, done } = motion;
      angle = angleAt(turn, now - since);
      if (now - since >= turn.ms) {
        motion = undefined;
        done();
      }
    }
    draw();
    if (motion) frame = requestAnimationFrame(step);
  }

  function move(next: Motion) {
    cancelAnimationFrame(frame);
    motion = next;
    frame = requestAnimationFrame(step);
  }

  const turn = (way: Turn) =>
    new Promise<void>((done) => move({ kind: 'turn', turn: way, since: performance.now(), done }));

  // A language's font may still be loading: then its labels are drawn again.
  const repaint = () => paint();
  const sized = new ResizeObserver(repaint);
  sized.observe(canvas);

  return {
    show(next) {
      slices = next;
      paint();
      const letters = next.map(({ label }) => label).join('');
      void document.fonts?.load(fontOf(15), letters).then(repaint, () => undefined);
    },
    push() {
      if (!lessMotion()) move({ kind: 'coast', from: angle, since: performance.now() });
    },
    async land(index) {
      const way = turnTo(index, slices.length, angle, Math.random);
      if (!lessMotion()) return turn(way);
      cancelAnimationFrame(frame);
      motion = undefined;
      angle = way.from + way.by;
      draw();
    },
    async stop() {
      if (motion?.kind !== 'coast') return;
      const speed = Math.min(PUSH, speedAfter(performance.now() - motion.since));
      angle = motion.from + coasted(performance.now() - motion.since);
      return turn(brake(angle, speed));
    },
    destroy() {
      cancelAnimationFrame(frame);
      sized.disconnect();
    },
  };
}
