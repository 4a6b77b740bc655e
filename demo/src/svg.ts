/** A point in picture units: the viewBox of every picture is in pixels, y grows downwards. */
export type Point = readonly [x: number, y: number]

/** A colour stop: offset 0 … 1, colour, and opacity when it isn't 1. */
export type Stop = readonly [offset: number, color: string, opacity?: number]

/** A coordinate as text, with one decimal: half the bytes and still finer than a pixel at 800 px. */
export function num(value: number): string {
  const rounded = Math.round(value * 10) / 10
  return String(rounded === 0 ? 0 : rounded)
}

/** `x y` of a point, as path data. */
export function at([x, y]: Point): string {
  return `${num(x)} ${num(y)}`
}

/** The point at `radius` from `center` in the direction `degrees` (0 = right, 90 = down). */
export function polar([x, y]: Point, radius: number, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180
  return [x + radius * Math.cos(radians), y + radius * Math.sin(radians)]
}

/** Path data of straight lines through the points. */
export function lines(points: readonly Point[], closed = true): string {
  return `M${points.map(at).join('L')}${closed ? 'Z' : ''}`
}

/** Path data of a smooth curve (Catmull-Rom) through the points. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length
  const point = (index: number): Point => {
    const inside = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)
    return points[inside] ?? [0, 0]
  }
  let path = `M${at(point(0))}`
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [point(index - 1), point(index), point(index + 1), point(index + 2)]
    const leave: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const arrive: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    path += `C${at(leave)} ${at(arrive)} ${at(to)}`
  }
  return closed ? `${path}Z` : path
}

/** Path data of a circle around a point. */
export function ring(center: Point, radius: number): string {
  const [left, right] = [polar(center, radius, 180), polar(center, radius, 0)]
  const arc = `A${num(radius)} ${num(radius)} 0 0 1`
  return `M${at(left)}${arc} ${at(right)}${arc} ${at(left)}Z`
}

/** An element without children; numbers are rounded, undefined attributes are left out. */
export function tag(name: string, attributes: Record<string, string | number | undefined>): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value}"`,
    )
  return `<${name}${written.join('')}/>`
}

/** A filled path. */
export function fill(d: string, color: string, opacity?: number): string {
  return tag('path', { d, fill: color, 'fill-opacity': opacity })
}

/** A stroked path with round ends. */
export function stroke(d: string, color: string, width: number, opacity?: number): string {
  return tag('path', {
    d,
    fill: 'none',
    stroke: color,
    'stroke-width': width,
    'stroke-opacity': opacity,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
}

/** A filled circle. */
export function circle([cx, cy]: Point, r: number, color: string, opacity?: number): string {
  return tag('circle', { cx: num(cx), cy: num(cy), r: num(r), fill: color, 'fill-opacity': opacity })
}

/** A filled ellipse. */
export function ellipse([cx, cy]: Point, rx: number, ry: number, color: string, opacity?: number): string {
  const size = { cx: num(cx), cy: num(cy), rx: num(rx), ry: num(ry) }
  return tag('ellipse', { ...size, fill: color, 'fill-opacity': opacity })
}

/** A group with a transformation, an opacity or a clip. */
export function group(attributes: Record<string, string | number>, ...children: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return `<g${written.join('')}>${children.join('')}</g>`
}

function stops(list: readonly Stop[]): string {
  return list
    .map(([offset, color, opacity]) => tag('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }))
    .join('')
}

/** A linear gradient from one point to another, in picture units. */
export function linear(id: string, from: Point, to: Point, list: readonly Stop[]): string {
  const line = `x1="${num(from[0])}" y1="${num(from[1])}" x2="${num(to[0])}" y2="${num(to[1])}"`
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${line}>${stops(list)}</linearGradient>`
}

/** A radial gradient around a point, in picture units. */
export function radial(id: string, center: Point, radius: number, list: readonly Stop[]): string {
  const round = `cx="${num(center[0])}" cy="${num(center[1])}" r="${num(radius)}"`
  return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" ${round}>${stops(list)}</radialGradient>`
}

/** A radial gradient that fits whatever shape it fills: one definition serves every bubble or glow. */
export function halo(id: string, list: readonly Stop[], center: Point = [0.5, 0.5]): string {
  return `<radialGradient id="${id}" cx="${center[0]}" cy="${center[1]}" r="0.5">${stops(list)}</radialGradient>`
}

/** A clip made of one path. */
export function clip(id: string, d: string): string {
  return `<clipPath id="${id}">${tag('path', { d })}</clipPath>`
}

/** A whole picture, self-contained: nothing in it points outside of it. */
export function picture(
  width: number,
  height: number,
  defs: readonly string[],
  body: readonly string[],
): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${defs.join('')}</defs>${body.join('')}</svg>`
}

/** A rectangle's path data. */
export function box(x: number, y: number, width: number, height: number): string {
  return `M${num(x)} ${num(y)}h${num(width)}v${num(height)}h${num(-width)}Z`
}

/** The mix of two #rrggbb colours: 0 = the first, 1 = the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (color: string, index: number) =>
    Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16)
  const mixed = [0, 1, 2].map((index) => {
    const value = channel(first, index) * (1 - share) + channel(second, index) * share
    return Math.round(value).toString(16).padStart(2, '0')
  })
  return `#${mixed.join('')}`
}
