import { between, type Random, randomFrom, times } from './random.ts'
import { box, circle, ellipse, fill, group, lines, num, type Point, picture, polar, stroke } from './svg.ts'
import { type Inks, inks } from './ticket-colors.ts'
import { drawTicket, type TicketLook, ticketDefs } from './ticket-paper.ts'

/** The fair behind the tickets: night, rays of light, bulbs on a line. */
export function fair(colors: Inks, random: Random, width: number, height: number): string {
  const center: Point = [width / 2, height / 2]
  const rays = times(18, (index) =>
    fill(
      lines([center, polar(center, width, index * 20), polar(center, width, index * 20 + 10)]),
      colors.night[1],
      0.3,
    ),
  )
  const bokeh = times(34, () => {
    const tone = [colors.gold, colors.accent, '#ffffff'][Math.floor(random() * 3)] ?? colors.gold
    return circle(
      [width * random(), height * random()],
      between(random, 6, 34),
      tone,
      between(random, 0.05, 0.2),
    )
  })
  const garland = (y: number, sag: number, phase: number) => {
    const rope = times(
      Math.ceil(width / 42) + 2,
      (index): Point => [index * 42 - 20, y + sag * Math.abs(Math.sin((index / 10) * Math.PI + phase))],
    )
    return (
      stroke(lines(rope, false), colors.night[0], 3) +
      rope
        .map(([x, py]) => circle([x, py + 8], 24, 'url(#bulb)', 0.8) + ellipse([x, py + 9], 6, 8, '#fff4cc'))
        .join('')
    )
  }
  return [
    fill(box(0, 0, width, height), 'url(#fair)'),
    ...rays,
    ...bokeh,
    garland(20, 46, 0.4),
    garland(height - 58, 30, 1.2),
  ].join('')
}

/** The 800×800 picture of one kind of ticket. */
export function ticketPicture(look: TicketLook, seed: string): string {
  const random = randomFrom(seed)
  const colors = inks[look.inks]
  const tilt = between(random, -5, 5)
  const pose = `translate(400 400) rotate(${num(tilt)})`
  return picture(
    800,
    800,
    [ticketDefs(colors)],
    [fair(colors, random, 800, 800), group({ transform: pose }, drawTicket(look))],
  )
}
