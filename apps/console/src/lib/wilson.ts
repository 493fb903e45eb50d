/** The quantile of a normal distribution for 95 %. */
const z = 1.959963984540054;

/** Wilson's 95 % interval of a ratio. @param whole more than 0 @returns from 0 to 1 each */
export function wilson(part: number, whole: number): [number, number] {
  const ratio = part / whole;
  const middle = ratio + z ** 2 / (2 * whole);
  const half = z * Math.sqrt((ratio * (1 - ratio)) / whole + z ** 2 / (4 * whole ** 2));
  const scale = 1 + z ** 2 / whole;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}
