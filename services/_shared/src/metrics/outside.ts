/** How many calls to somebody outside came to an answer, and how many did not, since the process began. */
export type OutsideCalls = { answered: number; failed: number }

/** A client of somebody outside whose calls are counted; it does what it did before. */
export function counted<Client extends object>(client: Client): { client: Client; calls: OutsideCalls } {
  const calls: OutsideCalls = { answered: 0, failed: 0 }
  const counting = new Proxy(client, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (typeof found !== 'function') return found
      return (...given: unknown[]) => {
        const answer: unknown = Reflect.apply(found, target, given)
        if (answer instanceof Promise)
          answer.then(
            () => (calls.answered += 1),
            () => (calls.failed += 1),
          )
        return answer
      }
    },
  })
  return { client: counting, calls }
}

/** As the gauge shows it. @param outside whom was asked */
export const outsideCalls = (outside: string, { answered, failed }: OutsideCalls) =>
  [
    ['talad_outside_calls', answered, { outside, outcome: 'answered' }],
    ['talad_outside_calls', failed, { outside, outcome: 'failed' }],
  ] as const
