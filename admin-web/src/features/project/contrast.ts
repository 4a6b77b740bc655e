/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number]

/** WCAG AA, for text of usual size. */
export const ENOUGH = 4.5

const linear = (part: number) => {
  const value = part / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const shown = (value: number) => {
  const part = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, part || 0)))
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** How well one colour can be read on another, 1 to 21, as WCAG 2.1 measures it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Lightness and the two axes of colour, by which near means near to the eye (OKLab, Björn Ottosson). */
function toLab(rgb: Rgb): Rgb {
  const [r, g, b] = [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const STEPS = 400
const [BLACK, WHITE]: readonly [Rgb, Rgb] = [
  [0, 0, 0],
  [255, 255, 255],
]

/** CA-8: the colour of the same hue, as near in lightness as can be, that can be read on a ground. */
export function nearestReadable(text: Rgb, ground: Rgb): Rgb {
  const passes = (colour: Rgb) => contrast(colour, ground) >= ENOUGH
  if (passes(text)) return text
  const [lightness, a, b] = toLab(text)
  for (let step = 1; step <= STEPS; step += 1)
    for (const way of [1, -1]) {
      const next = lightness + (way * step) / STEPS
      const colour = fromLab([next, a, b])
      if (next >= 0 && next <= 1 && passes(colour)) return colour
    }
  return passes(BLACK) ? BLACK : WHITE
}

export const hexOf = (rgb: Rgb): string =>
  `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`
