/** Makes what takes a list of what takes one: for lists from which nothing is gained. */
export function each<Of, T>(work: (of: Of, one: T) => Promise<void>) {
  return async (of: Of, all: readonly T[]): Promise<void> => {
    for (const one of all) await work(of, one)
  }
}
