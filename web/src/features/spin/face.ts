import type { SpinSlice } from '@/shared/api/wire';
import { diamond } from '@/shared/art/shapes';
import { arcOf } from './wheel';

const FONTS = 'Anuphan, "Noto Sans Lao", "Noto Sans Thai", sans-serif';
/** The rim's foil, and the dark lines between the slices. */
const FOIL = ['#fff0c2', '#ffb224', '#7a4d06'] as const;
const INK = '#0b1016';
const RIM_DIAMONDS = 24;
/** The parts of a label that are covered: by the pointer's tip outside, by the button inside (px). */
const POINTER = 20;
const HUB = 46;
/** Font sizes, of which the largest that fits all labels is used; and the distance of a label's two lines (px). */
const LINE = 18;
const SMALLEST = 12;
const SIZES = [15, 14, 13, SMALLEST];

export const fontOf = (size: number) => `600 ${size}px ${FONTS}`;

/** The rim's thickness, and the distance of a label's outer end from the edge. */
export const rimOf = (size: number) => size * 0.045;

/**
 * Draws the wheel's face in a size (CSS px) and at the screen's pixel ratio: slices in the server's colours, their
 * labels, the rim. It is drawn once and then only rotated. Slice 0 is at the top.
 */
export function paintFace(slices: readonly SpinSlice[], size: number, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.round(size * ratio);
  const pen = canvas.getContext('2d');
  if (!pen || slices.length === 0) return canvas;
  pen.scale(ratio, ratio);
  pen.translate(size / 2, size / 2);
  const radius = size / 2 - 1;
  const field = radius - rimOf(size);
  paintRim(pen, radius);
  paintSlices(pen, slices, field);
  paintDepth(pen, field);
  paintLabels(pen, slices, field);
  return canvas;
}

function paintRim(pen: CanvasRenderingContext2D, radius: number) {
  const foil = pen.createLinearGradient(-radius, -radius, radius, radius);
  FOIL.forEach((color, i) => {
    foil.addColorStop(i / (FOIL.length - 1), color);
  });
  disc(pen, radius, foil);
  const width = rimOf(radius * 2);
  pen.fillStyle = INK;
  for (let i = 0; i < RIM_DIAMONDS; i++) {
    pen.save();
    pen.rotate((i * Math.PI * 2) / RIM_DIAMONDS);
    pen.fill(new Path2D(diamond(0, -(radius - width / 2), width * 0.22, width * 0.34)));
    pen.restore();
  }
}

function paintSlices(pen: CanvasRenderingContext2D, slices: readonly SpinSlice[], radius: number) {
  const arc = arcOf(slices.length);
  slices.forEach((slice, i) => {
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.arc(0, 0, radius, (i - 0.5) * arc - Math.PI / 2, (i + 0.5) * arc - Math.PI / 2);
    pen.closePath();
    pen.fillStyle = '#243241'; // An invalid colour leaves this one.
    pen.fillStyle = slice.bgColor;
    pen.fill();
    pen.strokeStyle = INK;
    pen.lineWidth = 1.5;
    pen.stroke();
  });
}

/** A shadow towards the middle: the outer half keeps the server's exact colour. */
function paintDepth(pen: CanvasRenderingContext2D, radius: number) {
  const shadow = pen.createRadialGradient(0, 0, radius * 0.2, 0, 0, radius * 0.6);
  shadow.addColorStop(0, 'rgb(11 16 22 / 0.55)');
  shadow.addColorStop(1, 'rgb(11 16 22 / 0)');
  disc(pen, radius, shadow);
}

function disc(pen: CanvasRenderingContext2D, radius: number, fill: CanvasGradient) {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, Math.PI * 2);
  pen.fillStyle = fill;
  pen.fill();
}

/**
 * Labels lie across their slices if all of them have the space, so that they are easy to read; otherwise along them.
 */
function paintLabels(pen: CanvasRenderingContext2D, slices: readonly SpinSlice[], radius: number) {
  const arc = arcOf(slices.length);
  pen.textBaseline = 'middle';
  const across = radius * 0.76;
  const room = 2 * across * Math.sin(Math.min(arc, Math.PI) / 2) * 0.86;
  const along = radius - POINTER - HUB;
  const wide = SIZES.find((size) => fits(pen, slices, size, room, halves));
  const narrow = SIZES.find((size) => fits(pen, slices, size, along)) ?? SMALLEST;
  pen.font = fontOf(wide ?? Math.max(10, Math.min(narrow, (radius * arc) / 3)));
  slices.forEach((slice, i) => {
    pen.save();
    pen.fillStyle = '#f3f6f8';
    pen.fillStyle = slice.textColor;
    pen.rotate(i * arc);
    if (wide !== undefined) {
      pen.textAlign = 'center';
      const lines = pen.measureText(slice.label).width <= room ? [slice.label] : halves(slice.label);
      lines.forEach((line, n) => {
        pen.fillText(line, 0, n * LINE - across);
      });
    } else {
      pen.rotate(-Math.PI / 2);
      pen.textAlign = 'right';
      pen.fillText(fitting(pen, slice.label, along), radius - POINTER, 0);
    }
    pen.restore();
  });
}

function fits(
  pen: CanvasRenderingContext2D,
  slices: readonly SpinSlice[],
  size: number,
  room: number,
  broken: (label: string) => string[] = (label) => [label],
): boolean {
  pen.font = fontOf(size);
  const hasRoom = (text: string) => pen.measureText(text).width <= room;
  return slices.every(({ label }) => hasRoom(label) || broken(label).every(hasRoom));
}

/** A label in two lines, broken at the space nearest to its middle; one line if it has no space. */
function halves(label: string): string[] {
  const middle = label.length / 2;
  const spaces = Array.from(label.matchAll(/ /g), ({ index }) => index);
  const [at] = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return at === undefined ? [label] : [label.slice(0, at), label.slice(at + 1)];
}

/** A label that is too long ends with three dots; the list of chances shows it in full. */
function fitting(pen: CanvasRenderingContext2D, label: string, room: number): string {
  if (pen.measureText(label).width <= room) return label;
  const letters = Array.from(label);
  while (letters.length > 1 && pen.measureText(`${letters.join('')}…`).width > room) letters.pop();
  return `${letters.join('')}…`;
}
