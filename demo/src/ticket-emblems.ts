import { halo, linear } from './svg.ts'
import { goldenBell } from './ticket-bell.ts'
import { balloonDarts, type Emblem, ferrisWheel, flyingChairs, goldfish } from './ticket-games.ts'
import { fireworks, outdoorCinema } from './ticket-nights.ts'
import { likayCrown, parasol } from './ticket-shows.ts'
import { cottonCandy, longDrum, shavedIce } from './ticket-treats.ts'

/** What a ticket can show. */
export const emblems = {
  ferrisWheel,
  flyingChairs,
  balloonDarts,
  goldfish,
  cottonCandy,
  shavedIce,
  longDrum,
  parasol,
  outdoorCinema,
  likayCrown,
  fireworks,
  goldenBell,
} satisfies Record<string, Emblem>

/** Gold, glow and roundness, which are the same in every print. */
export const lightDefs = [
  linear(
    'metal',
    [-138, 0],
    [138, 0],
    [
      [0, '#8a4a0a'],
      [0.22, '#f0b429'],
      [0.36, '#fff3c0'],
      [0.6, '#e09a1a'],
      [1, '#7a3c06'],
    ],
  ),
  halo('bulb', [
    [0, '#ffe9a8', 0.9],
    [0.35, '#ffcf6a', 0.35],
    [1, '#ffb347', 0],
  ]),
  halo(
    'round',
    [
      [0, '#ffffff', 0.4],
      [0.5, '#ffffff', 0.02],
      [0.72, '#20081a', 0.06],
      [1, '#20081a', 0.3],
    ],
    [0.38, 0.34],
  ),
].join('')
