/** What a member's handler has done so far, for the watchdog. */
export type Progress = {
  /** Notes a call of the handler. @returns what to call when it has answered, well or badly */
  begin(): () => void
  /** how many calls have been answered */
  answered(): number
  /** the number of the oldest call that has not been answered; undefined: none is open */
  oldest(): number | undefined
}

export function createProgress(): Progress {
  const open = new Set<number>() // in the order in which they began
  let calls = 0
  let answered = 0
  return {
    begin() {
      calls += 1
      const call = calls
      open.add(call)
      return () => {
        open.delete(call)
        answered += 1
      }
    },
    answered: () => answered,
    oldest: () => open.values().next().value,
  }
}
