import { star } from './lantern-ornaments.ts'
import { times } from './random.ts'
import {
  box,
  circle,
  clip,
  fill,
  group,
  linear,
  lines,
  mix,
  num,
  type Point,
  polar,
  radial,
  stroke,
} from './svg.ts'
import { type Inks, inks } from './ticket-colors.ts'
import { emblems, lightDefs } from './ticket-emblems.ts'

/** The traits which decide the picture of one kind of ticket. */
export interface TicketLook {
  emblem: keyof typeof emblems
  inks: keyof typeof inks
  edge: 'scalloped' | 'perforated' | 'plain'
  /** Stars on the stub, 1 … 5. */
  stars: number
}

const [halfWidth, halfHeight, tear] = [250, 345, 205]

function ticketOutline(edge: TicketLook['edge']): string {
  const step = edge === 'scalloped' ? 50 : 25
  const depth = edge === 'plain' ? 0 : edge === 'scalloped' ? 15 : 9
  const count = (halfWidth * 2) / step
  const bites = (direction: 1 | -1) =>
    times(count, () =>
      depth === 0
        ? `h${direction * step}`
        : `h${num(direction * step * 0.2)}a${num(step * 0.3)} ${depth} 0 0 0 ${num(direction * step * 0.6)} 0h${num(direction * step * 0.2)}`,
    ).join('')
  return [
    `M${-halfWidth} ${-halfHeight}${bites(1)}`,
    `V${tear - 24}a24 24 0 0 0 0 48V${halfHeight}`,
    `${bites(-1)}V${tear + 24}a24 24 0 0 0 0 -48Z`,
  ].join('')
}

const arch = 'M-196 168V-110C-196 -200 -118 -262 0 -290C118 -262 196 -200 196 -110V168Z'

function flourish(flipX: number, color: string, gold: string): string {
  const corner: Point = [-210, -302]
  const petals = [8, 32, 58, 82].map((angle, index) => {
    const reach = index === 1 || index === 2 ? 86 : 62
    const tip = polar(corner, reach, angle)
    const [left, right] = [polar(corner, reach * 0.55, angle - 15), polar(corner, reach * 0.6, angle + 13)]
    const edge = `Q${num(left[0])} ${num(left[1])} ${num(tip[0])} ${num(tip[1])}`
    return fill(
      `M${corner[0]} ${corner[1]}${edge}Q${num(right[0])} ${num(right[1])} ${corner[0]} ${corner[1]}Z`,
      color,
    )
  })
  const dots = [20, 45, 70].map((angle) => circle(polar(corner, 92, angle), 4, gold))
  return group({ transform: `scale(${flipX} 1)` }, ...petals, ...dots, circle(corner, 9, gold))
}

function panel(look: TicketLook, colors: Inks): string {
  const rays = times(16, (index) =>
    fill(
      lines([[0, -20], polar([0, -20], 460, index * 22.5), polar([0, -20], 460, index * 22.5 + 11.25)]),
      '#ffffff',
      0.13,
    ),
  )
  return [
    group(
      { 'clip-path': 'url(#arch)' },
      fill(arch, 'url(#panel)'),
      ...rays,
      group({ transform: 'translate(0 -26) scale(1.04)' }, emblems[look.emblem](colors)),
      fill(box(-196, 120, 392, 48), 'url(#ground)'),
    ),
    stroke(arch, colors.ink, 9),
    stroke(arch, colors.gold, 3.4),
  ].join('')
}

function stub(look: TicketLook, colors: Inks): string {
  const y = tear + 72
  const stars = times(5, (index) => {
    const place: Point = [(index - 2) * 62, y]
    return index < look.stars
      ? fill(star(place, 25, 10.5, 5), colors.accent) + stroke(star(place, 25, 10.5, 5), colors.ink, 2.4)
      : stroke(star(place, 22, 9.5, 5), colors.ink, 2.4, 0.4)
  })
  const holes = times(17, (index) => circle([-212 + index * 26.5, tear], 4.6, colors.ink, 0.5))
  const ends = [-1, 1].map((side) =>
    group(
      { transform: `translate(${side * 196} ${y}) scale(${side} 1)` },
      fill('M0 -34Q26 0 0 34Q-26 0 0 -34Z', colors.ink),
      circle([0, 0], 7, colors.gold),
    ),
  )
  return [...holes, ...stars, ...ends].join('')
}

/** The gradients of a ticket; the banner of the collection uses them too. */
export function ticketDefs(colors: Inks): string {
  return [
    radial('fair', [400, 400], 560, [
      [0, colors.night[1]],
      [0.9, colors.night[0]],
    ]),
    linear(
      'card',
      [-halfWidth, -halfHeight],
      [halfWidth, halfHeight],
      [
        [0, colors.paper[0]],
        [0.5, mix(colors.paper[0], colors.paper[1], 0.3)],
        [1, colors.paper[1]],
      ],
    ),
    linear(
      'foil',
      [-250, -345],
      [250, 345],
      [
        [0, '#ffffff', 0],
        [0.38, '#ffffff', 0],
        [0.5, '#ffffff', 0.34],
        [0.62, '#ffffff', 0],
        [1, '#ffffff', 0],
      ],
    ),
    radial('panel', [0, -40], 300, [
      [0, colors.panel[0]],
      [1, colors.panel[1]],
    ]),
    linear(
      'ground',
      [0, 120],
      [0, 168],
      [
        [0, colors.panel[1], 0],
        [1, colors.ink, 0.35],
      ],
    ),
    lightDefs,
    clip('arch', arch),
  ].join('')
}

/** One printed ticket around (0, 0), 500 × 690. It uses the definitions of `ticketDefs`. */
export function drawTicket(look: TicketLook): string {
  const colors = inks[look.inks]
  const outline = ticketOutline(look.edge)
  const inner = `M-228 ${-halfHeight + 26}H228V${tear - 34}H-228ZM-228 ${tear + 30}H228V${halfHeight - 24}H-228Z`
  return [
    ...[26, 18, 10].map((offset) =>
      group({ transform: `translate(${offset * 0.5} ${offset})` }, fill(outline, '#000000', 0.16)),
    ),
    fill(outline, 'url(#card)'),
    stroke(inner, colors.ink, 3.4),
    stroke(`M-219 ${-halfHeight + 35}H219V${tear - 43}H-219Z`, colors.accent, 1.6),
    flourish(1, colors.accent, colors.gold),
    flourish(-1, colors.accent, colors.gold),
    panel(look, colors),
    stub(look, colors),
    fill(outline, 'url(#foil)'),
    stroke(outline, '#ffffff', 1.6, 0.5),
  ].join('')
}
