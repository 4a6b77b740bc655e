/** One call of a handler, for as long as it is open. */
export type Call = { moved(): void; answered(): void }

/** What a member's handler has done so far, for the watchdog. */
export type Progress = {
  /** Notes a call of the handler. @returns what to call when it got on, and when it has answered, well or badly */
  begin(): Call
  /** how many calls have been answered */
  answered(): number
  /** the number of the step of an open call since which nothing was heard of it for longest; undefined: none is open */
  oldest(): number | undefined
}

export function createProgress(): Progress {
  const open = new Set<number>() // the last step of each open call, in the order in which they were made
  let steps = 0
  let answered = 0
  const step = () => {
    steps += 1
    open.add(steps)
    return steps
  }
  return {
    begin() {
      let last = step()
      return {
        moved() {
          if (open.delete(last)) last = step()
        },
        answered() {
          if (open.delete(last)) answered += 1
        },
      }
    },
    answered: () => answered,
    oldest: () => open.values().next().value,
  }
}
