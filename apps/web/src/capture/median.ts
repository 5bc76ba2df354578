import type { Luma } from "@touchline/rules/verification/photo-quality";

/** Takes the noise out of a picture, which would hide that it is blurred: each pixel becomes the median of its three by three. */
export function medianOf({ data, width, height }: Luma): Luma {
  const calm = Uint8Array.from(data as ArrayLike<number>);
  const nine = new Uint8Array(9);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      let filled = 0;
      for (let row = y - 1; row <= y + 1; row += 1) {
        for (let column = x - 1; column <= x + 1; column += 1) {
          // Inserted in order: quicker for nine than sorting.
          const value = data[row * width + column] as number;
          let place = filled;
          while (place > 0 && (nine[place - 1] as number) > value) {
            nine[place] = nine[place - 1] as number;
            place -= 1;
          }
          nine[place] = value;
          filled += 1;
        }
      }
      calm[y * width + x] = nine[4] as number;
    }
  }
  return { data: calm, width, height };
}
