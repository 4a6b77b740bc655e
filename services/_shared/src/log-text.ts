import { z } from 'zod'

const LEVELS: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'FATAL',
}

const lineSchema = z.looseObject({
  level: z.number(),
  time: z.number(),
  name: z.string(),
  msg: z.string().default(''),
  err: z.looseObject({ message: z.string().optional(), stack: z.string().optional() }).optional(),
})

/** Not told to people: the same in every line of a process, or of use only to a machine. */
const HIDDEN = new Set(['pid', 'hostname', 'correlationId', 'traceId', 'spanId'])

/**
 * One log line for people: time, level, service, text, the rest as name=value; the stack of a fault only at debug level.
 * @param json a line of pino
 */
export function logText(json: string, withStack: boolean): string {
  const { level, time, name, msg, err, ...rest } = lineSchema.parse(JSON.parse(json))
  const more = Object.entries(rest)
    .filter(([field, value]) => !HIDDEN.has(field) && value !== undefined)
    .map(([field, value]) => `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const fault = err === undefined ? [] : [`(${withStack && err.stack ? err.stack : (err.message ?? '')})`]
  const clock = new Date(time).toTimeString().slice(0, 8)
  return [clock, (LEVELS[level] ?? String(level)).padEnd(5), name.padEnd(16), msg, ...more, ...fault].join(
    ' ',
  )
}
