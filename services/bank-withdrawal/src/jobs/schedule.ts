const SECOND = 1_000
const MINUTE = 60 * SECOND

/** How often the provider is asked, by the age of the matter: often at first, when most is decided. */
const STEPS: readonly { until: number; every: number }[] = [
  { until: MINUTE, every: 2 * SECOND },
  { until: 10 * MINUTE, every: 15 * SECOND },
  { until: 60 * MINUTE, every: MINUTE },
]
const LATER_MS = 5 * MINUTE

/** When to ask next. */
export function nextLook(since: Date, now: Date): Date {
  const age = now.getTime() - since.getTime()
  const step = STEPS.find(({ until }) => age < until)
  return new Date(now.getTime() + (step?.every ?? LATER_MS))
}
