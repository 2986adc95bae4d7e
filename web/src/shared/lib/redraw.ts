interface Size {
  width: number;
  height: number;
}

/** A picture redrawn in a size, as a file of that type; undefined if the browser lacks the memory for it. */
export async function redraw(
  image: CanvasImageSource,
  { width, height }: Size,
  type: string,
  quality?: number,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // Transparent parts become white paper, not black ink.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  return blob ?? undefined;
}
