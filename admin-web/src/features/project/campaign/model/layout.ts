import type { ModelDraft, SlotDraft } from './draft.ts'

export type Box = { id: string; x: number; y: number; width: number; height: number; text: string }
export type Line = { x1: number; y1: number; x2: number; y2: number }
type Drawing = {
  slots: Box[]
  rewards: Box[]
  /** of a group, and of each of its alternatives within */
  frames: Box[]
  lines: Line[]
  width: number
  height: number
}

const MARGIN = 12
const BOX = { width: 190, height: 40 }
const GAP = 10
const HEAD = 22
const PAD = 10
const OUTER = BOX.width + 4 * PAD
/** Where all lines meet. */
const KNOT = MARGIN + OUTER + 36
const RIGHT = KNOT + 36

const groupsOf = (slots: readonly SlotDraft[]) => {
  const groups = new Map<string, Map<string, SlotDraft[]>>()
  for (const slot of slots) {
    const alternatives = groups.get(slot.group) ?? new Map<string, SlotDraft[]>()
    groups.set(slot.group, alternatives)
    alternatives.set(slot.alternative, [...(alternatives.get(slot.alternative) ?? []), slot])
  }
  return groups
}

const isAlways = ({ group, alternative }: SlotDraft) => group.trim() === '' && alternative.trim() === ''

/** Where everything of a model stands in its drawing: what is asked for at the left, what is given at the right. */
export function layoutOf({ slots: all, rewards: given }: ModelDraft): Drawing {
  const slots: Box[] = []
  const frames: Box[] = []
  const from: { x: number; y: number }[] = []
  let y = MARGIN
  for (const slot of all.filter(isAlways)) {
    slots.push({ id: slot.id, x: MARGIN + 2 * PAD, y, ...BOX, text: slot.tag })
    from.push({ x: MARGIN + 2 * PAD + BOX.width, y: y + BOX.height / 2 })
    y += BOX.height + GAP
  }
  for (const [group, alternatives] of groupsOf(all.filter((slot) => !isAlways(slot)))) {
    const top = y
    y += HEAD
    for (const [alternative, some] of alternatives) {
      const height = HEAD + some.length * (BOX.height + GAP)
      const frame = { x: MARGIN + PAD, y, width: OUTER - 2 * PAD, height, text: alternative }
      frames.push({ id: `${group}/${alternative}`, ...frame })
      some.forEach((slot, at) => {
        const below = y + HEAD + at * (BOX.height + GAP)
        slots.push({ id: slot.id, x: MARGIN + 2 * PAD, y: below, ...BOX, text: slot.tag })
      })
      y += height + GAP
    }
    const frame = { x: MARGIN, y: top, width: OUTER, height: y - top, text: group }
    frames.unshift({ id: group, ...frame })
    from.push({ x: MARGIN + OUTER, y: (top + y) / 2 })
    y += GAP
  }
  const rewards = given.map(({ key, tag }, at): Box => {
    return { id: key, x: RIGHT, y: MARGIN + at * (BOX.height + GAP), ...BOX, text: tag }
  })
  const height = Math.max(y, MARGIN + rewards.length * (BOX.height + GAP), 60) + MARGIN - GAP
  const knot = height / 2
  const shift = knot - (rewards.length * (BOX.height + GAP) - GAP) / 2 - MARGIN
  for (const reward of rewards) reward.y += shift
  const lines = [
    ...from.map((at) => ({ x1: at.x, y1: at.y, x2: KNOT, y2: knot })),
    ...rewards.map((one) => ({ x1: KNOT, y1: knot, x2: one.x, y2: one.y + BOX.height / 2 })),
  ]
  return { slots, rewards, frames, lines, width: RIGHT + BOX.width + MARGIN, height }
}
