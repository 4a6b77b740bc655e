/** The end of a piece of work: the browser draws, and answers whoever presses something, before the next. */
export const breath = () => new Promise<void>((resolve) => window.setTimeout(resolve))
