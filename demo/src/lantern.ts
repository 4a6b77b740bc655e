import { drawNight, type LanternLook, nightDefs, paperDefs } from './lantern-night.ts'
import { drawLantern } from './lantern-shapes.ts'
import { papers, skies } from './lantern-skies.ts'
import { between, randomFrom, times } from './random.ts'
import { circle, group, num, picture } from './svg.ts'

/** The 800×800 picture of one lantern. `seed` varies the scene, never a trait. */
export function lanternPicture(look: LanternLook, seed: string): string {
  const random = randomFrom(seed)
  const paper = papers[look.paper]
  const night = drawNight(look, 800, 800, random)
  const lantern = drawLantern(look.shape, paper, look.ornament)
  const hangs = look.shape !== 'sky'
  const size = hangs ? 1.02 : 1.1
  const tilt = hangs ? 0 : between(random, -7, 7)
  const pose = `translate(400 ${hangs ? 330 : 350}) rotate(${num(tilt)}) scale(${size})`
  const sparks = times(26, () =>
    circle(
      [400 + between(random, -230, 230), 330 + between(random, -60, 400)],
      between(random, 1, 3.4),
      '#ffe2a0',
      between(random, 0.3, 0.9),
    ),
  )
  const body = [
    night,
    circle([400, 350], 470, 'url(#aura)'),
    group({ transform: pose }, lantern.body),
    ...sparks,
  ]
  return picture(800, 800, [nightDefs(800, 800, skies[look.sky]), paperDefs(paper), lantern.defs], body)
}
