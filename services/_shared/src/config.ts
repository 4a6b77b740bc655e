import { z } from 'zod'

/** Refusal to start: every fault of the configuration, one line each. */
export class ConfigError extends Error {
  constructor(service: string, faults: string[]) {
    super(
      `${service} can't start, its configuration has faults:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/**
 * Reads the environment through a schema, once, at the start.
 * @param env usually `process.env`; an empty string counts as absent
 * @throws ConfigError listing every fault at once, each with the field's description
 */
export function loadConfig<S extends z.ZodObject>(
  service: string,
  schema: S,
  env: Record<string, string | undefined>,
): z.infer<S> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const faults = result.error.issues.map((issue) => {
    const name = issue.path.join('.')
    const field = name in schema.shape ? schema.shape[name] : undefined
    const about = field && 'description' in field && field.description ? ` (${field.description})` : ''
    return `${name}: ${issue.message}${about}`
  })
  throw new ConfigError(service, faults)
}

/** A setting that is written as JSON. */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})
