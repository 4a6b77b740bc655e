/** Numbers here are for drawing only: amounts are shown from their decimal text. */

const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** A round number that is not below the highest value. */
export function topOf(values: readonly number[]): number {
  const highest = Math.max(0, ...values)
  if (highest === 0) return 1
  const size = 10 ** Math.floor(Math.log10(highest))
  return size * (STEPS.find((step) => step * size >= highest) ?? 10)
}

/** Where a value stands between two others, from 0 to 1; in the middle when there is no distance. */
export function share(value: number, from: number, to: number): number {
  return to === from ? 0.5 : (value - from) / (to - from)
}

const DAY_MS = 86_400_000

/** The days from one to another, both included, as `2026-11-21`. */
export function daysBetween(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.round((last - first) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, n) =>
    new Date(first + n * DAY_MS).toISOString().slice(0, 10),
  )
}

type Floor = { day: string; floor: string | null }

/** What the floor was on each of some days: it stands until the next one that is noted; undefined before the first. */
export function floorsOn(days: readonly string[], floors: readonly Floor[]): (string | null | undefined)[] {
  let next = 0
  let now: string | null | undefined
  return days.map((day) => {
    for (let noted = floors[next]; noted && noted.day <= day; noted = floors[++next]) now = noted.floor
    return now
  })
}

/** The sum of decimal texts, exact. */
export function sumOf(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((text) => text.split('.')[1]?.length ?? 0))
  const total = amounts.reduce((sum, text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return sum + BigInt(whole + fraction.padEnd(places, '0'))
  }, 0n)
  const digits = String(total).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
