/** The only source of time: passed as a dependency, so that a test can hold it still. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
