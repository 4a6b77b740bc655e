import { drawBody } from './betta-body.ts'
import { drawFin, type Fan, type FinPaint } from './betta-fins.ts'
import { type BettaPalette, bettaPalettes, waters } from './betta-palettes.ts'
import { type FinType, finsOf, smallFins } from './betta-shapes.ts'
import { drawWater, type Surroundings } from './betta-water.ts'
import { between, type Random, randomFrom } from './random.ts'
import { group, mix, picture } from './svg.ts'

/** How the second colour lies on a fish. */
export type BettaPattern = 'solid' | 'butterfly' | 'marble' | 'dragon' | 'cambodian' | 'grizzle'

/** The traits which decide the picture of one fish. */
export interface BettaLook {
  fin: FinType
  color: keyof typeof bettaPalettes
  pattern: BettaPattern
  water: keyof typeof waters
  around: Surroundings
}

function bodyPalette(palette: BettaPalette, pattern: BettaPattern): BettaPalette {
  if (pattern !== 'cambodian') return palette
  const [shade, base] = palette.body
  return {
    ...palette,
    body: [mix(shade, '#a06a5c', 0.62), mix(base, '#ffe3d2', 0.82), '#fffaf4'],
    sheen: '#fff4e6',
  }
}

/** Draws the fish, looking to the left, in an area of about 150…720 × 150…680. */
export function drawFish(look: BettaLook, random: Random): { defs: string; body: string } {
  const palette = bettaPalettes[look.color]
  const fins = finsOf(look.fin)
  const paint: FinPaint = {
    palette,
    bandFrom: look.pattern === 'butterfly' ? 0.6 : undefined,
    speckled: look.pattern === 'grizzle' || look.pattern === 'marble',
    opacity: 0.9,
  }
  const draw = (id: string, fan: Fan, with_: FinPaint = paint) => drawFin(id, fan, with_, random)
  const plain: FinPaint = { ...paint, speckled: false, bandFrom: undefined }
  const parts = [
    ...fins.tail.map((fan, index) => draw(`t${index}`, fan)),
    draw('d', fins.dorsal),
    draw('a', fins.anal),
    drawBody(
      {
        palette: bodyPalette(palette, look.pattern),
        dragon: look.pattern === 'dragon',
        marbled: look.pattern === 'marble',
      },
      random,
    ),
    draw('v', smallFins.ventral, plain),
    draw('p', smallFins.pectoral, { ...plain, opacity: 0.55 }),
  ]
  return { defs: parts.map((part) => part.defs).join(''), body: parts.map((part) => part.body).join('') }
}

/** The 800×800 picture of one fish. `seed` varies the pose, never a trait. */
export function bettaPicture(look: BettaLook, seed: string): string {
  const random = randomFrom(seed)
  const flipped = random() < 0.4
  const turn = between(random, -9, 7)
  const pond = { width: 800, height: 800, water: waters[look.water], focus: [400, 390] as const }
  const water = drawWater(pond, look.around, random)
  const fish = drawFish(look, random)
  const size = look.fin === 'plakat' ? 1.3 : 1.08
  const center = look.fin === 'plakat' ? 385 : 435
  const pose = `translate(400 395) scale(${flipped ? -size : size} ${size}) rotate(${turn.toFixed(1)}) translate(${-center} -400)`
  return picture(
    800,
    800,
    [water.defs, fish.defs],
    [water.back, group({ transform: pose }, fish.body), water.front],
  )
}
