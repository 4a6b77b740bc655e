import { formatDay, formatDayAndTime, formatMinuteAfter } from '@talad/ui/format/dates'

/** When something is otherwise: the first full minute at which it is, with its day where that isn't today. */
export function momentText(at: string, now: number): string {
  const minute = formatMinuteAfter(at)
  return formatDay(at) === formatDay(now) ? minute : `${formatDayAndTime(at).split(',')[0]}, ${minute}`
}
