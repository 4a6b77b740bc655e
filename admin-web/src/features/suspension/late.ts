/** Whether a service lacks the newest decision. @param known when the newest was made that it has heard of */
export const isLate = (decided: string, known: string | null | undefined): boolean =>
  known == null || Date.parse(known) < Date.parse(decided)
