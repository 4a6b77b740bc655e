import type { Fan } from './betta-fins.ts'
import type { Point } from './svg.ts'

/** The tail fins by name, widest to the most common. */
export type FinType = 'halfmoon' | 'rosetail' | 'crowntail' | 'veiltail' | 'plakat' | 'doubletail' | 'delta'

function between(from: number, to: number): (t: number) => number {
  return (t) => from + (to - from) * t
}

function along(from: Point, to: Point, sag = 0): (t: number) => Point {
  return (t) => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + sag * Math.sin(Math.PI * t),
  ]
}

const tailRoot = along([462, 374], [462, 426])
const bulge = (t: number) => Math.sin(Math.PI * t)

const tail = (fan: Partial<Fan>): Fan => ({
  root: tailRoot,
  angle: between(-88, 88),
  length: () => 250,
  bend: () => 6,
  rays: 24,
  notch: 0.015,
  folds: 3,
  ruffle: 4,
  ...fan,
})

const tails: Record<FinType, readonly Fan[]> = {
  halfmoon: [tail({})],
  rosetail: [
    tail({ angle: between(-104, 104), length: () => 262, rays: 30, folds: 6, ruffle: 8, notch: 0.03 }),
    tail({ angle: between(-70, 75), length: () => 205, rays: 22, folds: 5, ruffle: 10, notch: 0.03 }),
  ],
  crowntail: [
    tail({
      angle: between(-84, 84),
      length: (t) => 245 + 25 * bulge(t),
      rays: 15,
      notch: 0.42,
      bend: () => 10,
    }),
  ],
  veiltail: [
    tail({
      angle: between(-48, 62),
      length: (t) => 225 + 120 * bulge(t * 0.75),
      bend: (t) => 30 + 22 * (1 - t),
      rays: 22,
      folds: 2.5,
      ruffle: 6,
    }),
  ],
  plakat: [
    tail({ angle: between(-58, 58), length: (t) => 138 + 30 * bulge(t), rays: 16, folds: 2, ruffle: 3 }),
  ],
  doubletail: [
    tail({
      root: along([462, 374], [466, 400]),
      angle: between(-96, -12),
      length: (t) => 190 + 70 * bulge(t),
      rays: 15,
      folds: 2,
      bend: () => -4,
    }),
    tail({
      root: along([466, 400], [462, 426]),
      angle: between(8, 96),
      length: (t) => 195 + 75 * bulge(t),
      rays: 15,
      folds: 2,
      bend: () => 10,
    }),
  ],
  delta: [tail({ angle: between(-62, 62), length: () => 252, rays: 20, folds: 2.5, ruffle: 5, notch: 0.02 })],
}

/** The fans of one fish which looks to the left: tail (one or two, the first is behind), dorsal, anal. */
export function finsOf(type: FinType): { tail: readonly Fan[]; dorsal: Fan; anal: Fan } {
  const short = type === 'plakat'
  const notch = type === 'crowntail' ? 0.36 : 0.02
  const wide = type === 'doubletail' ? 1 : 0
  const droop = type === 'veiltail' ? 16 : 4
  return {
    tail: tails[type],
    dorsal: tail({
      root: along([345 - wide * 50, 346], [458, 376], -6),
      angle: between(-104, -30),
      length: (t) => (short ? 70 : 96) + (short ? 44 : 78) * bulge(0.1 + t * 0.62),
      rays: 12 + wide * 4,
      notch,
      folds: 2,
      bend: () => droop + 22,
      ruffle: 4,
    }),
    anal: tail({
      root: along([275, 454], [458, 424], 6),
      angle: between(112, 46),
      length: (t) => (short ? 62 : 84) + (short ? 84 : 160) * t * (1.15 - 0.3 * t),
      rays: 18,
      notch,
      folds: 3,
      bend: () => -droop - 14,
      ruffle: 4,
    }),
  }
}

/** The two slim fins under the throat and the small one on the side, which no breeding changes. */
export const smallFins = {
  ventral: tail({
    root: along([236, 446], [246, 450]),
    angle: between(104, 96),
    length: (t) => 150 - 40 * t,
    rays: 4,
    folds: 0.5,
    bend: () => -30,
    ruffle: 5,
  }),
  pectoral: tail({
    root: along([268, 400], [272, 424]),
    angle: between(-8, 62),
    length: (t) => 62 + 14 * bulge(t),
    rays: 9,
    folds: 1,
    bend: () => 8,
    ruffle: 3,
  }),
}
