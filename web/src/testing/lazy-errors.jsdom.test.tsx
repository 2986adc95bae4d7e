import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

test('an error about an element that is missing has the page in it', async () => {
  const { rerender } = render(<p>what there is</p>);
  expect(() => screen.getByText('nothing')).toThrow(/with the text: nothing[\s\S]*what there is/);
  // biome-ignore lint/plugin/waits: it shall not be found; a second look is not waited for
  await expect(screen.findByText('nothing', {}, { timeout: 0 })).rejects.toThrow(/: nothing[\s\S]*what there is/);
  rerender(
    <div>
      <p>twice</p>
      <p>twice</p>
    </div>,
  );
  expect(() => screen.getByText('twice')).toThrow(/multiple elements[\s\S]*<p[\s\S]*twice[\s\S]*<p/);
});
