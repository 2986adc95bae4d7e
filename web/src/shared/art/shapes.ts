/** SVG path of a diamond around a point; `ry` makes it taller than wide. */
export function diamond(cx: number, cy: number, r: number, ry = r): string {
  return `M${cx} ${cy - ry}L${cx + r} ${cy}L${cx} ${cy + ry}L${cx - r} ${cy}Z`;
}

/** SVG path of a star with `points` tips between two radii, turned by `turn` radians. */
export function star(cx: number, cy: number, points: number, outer: number, inner: number, turn = 0): string {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const radius = i % 2 ? inner : outer;
    const angle = turn + (Math.PI * i) / points;
    return `${(cx + radius * Math.sin(angle)).toFixed(1)} ${(cy - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}
