import type { Example } from '@talad/gateway/docs/examples'
import type { System } from '../system.ts'
import { startRecorder } from './recorder.ts'
import { stable } from './stable.ts'
import { walk } from './walk.ts'

/** What every call of the users' API takes and answers, as it happened in a system. */
export async function recordExamples({ run, cardSecret }: System): Promise<Record<string, Example>> {
  const recorder = startRecorder(run.gateway)
  const begunMs = Date.now()
  try {
    await walk(run, cardSecret)
  } finally {
    recorder.stop()
  }
  return stable(recorder.recorded, run, begunMs)
}
