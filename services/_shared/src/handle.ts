export { LOG_CHANNEL } from './event-log.ts'
export {
  type Change as Handled,
  change as handle,
  changeIn as handleIn,
  isLostRace,
  load,
  retryConflicts,
  type Stream,
} from './stream.ts'
