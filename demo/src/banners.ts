import { type BettaLook, drawFish } from './betta.ts'
import { waters } from './betta-palettes.ts'
import { drawWater } from './betta-water.ts'
import { drawNight, type LanternLook, nightDefs, paperDefs } from './lantern-night.ts'
import { drawLantern } from './lantern-shapes.ts'
import { papers, skies } from './lantern-skies.ts'
import { randomFrom } from './random.ts'
import { circle, group, picture } from './svg.ts'
import { fair } from './ticket.ts'
import { inks } from './ticket-colors.ts'
import { drawTicket, type TicketLook, ticketDefs } from './ticket-paper.ts'

const [width, height] = [1600, 500]

/** Every definition of one part of a banner gets its own prefix: several fish or tickets share one picture. */
function prefixed(prefix: string, part: string): string {
  return part.replaceAll(/id="/g, `id="${prefix}`).replaceAll(/url\(#/g, `url(#${prefix}`)
}

/** Three fish in midnight water. */
export function bettaBanner(): string {
  const random = randomFrom('betta banner')
  const water = drawWater({ width, height, water: waters.midnight, focus: [800, 230] }, 'weeds', random)
  const fish = (prefix: string, place: string, look: Omit<BettaLook, 'water' | 'around'>) => {
    const drawn = drawFish({ ...look, water: 'midnight', around: 'weeds' }, random)
    return {
      defs: prefixed(prefix, drawn.defs),
      body: group({ transform: `${place} translate(-435 -400)` }, prefixed(prefix, drawn.body)),
    }
  }
  const shoal = [
    fish('a', 'translate(360 250) scale(0.74) rotate(-6)', {
      fin: 'veiltail',
      color: 'turquoise',
      pattern: 'solid',
    }),
    fish('c', 'translate(1250 250) scale(-0.74 0.74) rotate(-5)', {
      fin: 'crowntail',
      color: 'mustard',
      pattern: 'solid',
    }),
    fish('b', 'translate(810 246) scale(0.86) rotate(3)', {
      fin: 'halfmoon',
      color: 'ruby',
      pattern: 'butterfly',
    }),
  ]
  return picture(
    width,
    height,
    [water.defs, ...shoal.map(({ defs }) => defs)],
    [water.back, ...shoal.map(({ body }) => body), water.front],
  )
}

/** A river under a sky full of lanterns. */
export function lanternBanner(): string {
  const random = randomFrom('lantern banner')
  const look: LanternLook = {
    shape: 'sky',
    paper: 'saffron',
    ornament: 'lotus',
    sky: 'indigo',
    land: 'river',
    others: 64,
  }
  const paper = papers[look.paper]
  const lanterns = [
    { place: [800, 190], size: 0.62, tilt: -4, shape: 'sky' },
    { place: [380, 240], size: 0.38, tilt: 7, shape: 'sky' },
    { place: [1200, 220], size: 0.44, tilt: 5, shape: 'sky' },
  ] as const
  const drawn = lanterns.map(({ place, size, tilt, shape }, index) => {
    const lantern = drawLantern(shape, paper, index === 0 ? 'lotus' : 'plain')
    const pose = `translate(${place[0]} ${place[1]}) rotate(${tilt}) scale(${size})`
    return circle(place, size * 430, 'url(#aura)') + group({ transform: pose }, lantern.body)
  })
  const clip = drawLantern('sky', paper, 'plain').defs
  return picture(
    width,
    height,
    [nightDefs(width, height, skies[look.sky]), paperDefs(paper), clip],
    [drawNight(look, width, height, random), ...drawn],
  )
}

/** A hand of tickets under the bulbs of the fair. */
export function ticketBanner(): string {
  const hand: readonly (readonly [TicketLook, number])[] = [
    [{ emblem: 'cottonCandy', inks: 'plum', edge: 'perforated', stars: 1 }, -22],
    [{ emblem: 'fireworks', inks: 'midnight', edge: 'scalloped', stars: 4 }, -11],
    [{ emblem: 'parasol', inks: 'mint', edge: 'scalloped', stars: 3 }, 22],
    [{ emblem: 'goldfish', inks: 'ocean', edge: 'scalloped', stars: 2 }, 11],
    [{ emblem: 'ferrisWheel', inks: 'cherry', edge: 'scalloped', stars: 3 }, 0],
  ]
  const tickets = hand.map(([look, turn], index) => {
    const pose = `translate(${800 + turn * 26} ${268 + Math.abs(turn) * 1.6}) rotate(${turn * 0.55}) scale(0.6)`
    return {
      defs: prefixed(`k${index}`, ticketDefs(inks[look.inks])),
      body: group({ transform: pose }, prefixed(`k${index}`, drawTicket(look))),
    }
  })
  const back = fair(inks.midnight, randomFrom('ticket banner'), width, height)
  return picture(
    width,
    height,
    [ticketDefs(inks.midnight), ...tickets.map(({ defs }) => defs)],
    [back, ...tickets.map(({ body }) => body)],
  )
}
