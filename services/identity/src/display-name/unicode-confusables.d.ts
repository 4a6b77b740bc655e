declare module 'unicode-confusables' {
  /** Each letter as the one that stands for all that look like it (UTS 39). */
  export function rectifyConfusion(text: string): string
}
