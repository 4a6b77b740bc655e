import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serviceNames } from '@talad/services/manifests'
import { privateKeysSetting } from '@talad/shared/chain/keys'
import { loadConfig } from '@talad/shared/config'
import { z } from 'zod'

/** The top folder of the project. */
export const root = resolve(import.meta.dirname, '../../..')

const port = (fallback: number, about: string) =>
  z.coerce.number().int().min(0).max(65_535).default(fallback).describe(`${about}; 0: any free one`)
const key = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')

const serviceSettings = z
  .string()
  .default('{}')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' })
      return z.NEVER
    }
  })
  .pipe(z.partialRecord(z.enum(serviceNames), z.record(z.string(), z.string())))

const launcherConfig = z.object({
  TALAD_PORT: port(8080, 'port of the web app and its calls'),
  TALAD_DATA: z
    .string()
    .default('.talad')
    .transform((folder) => resolve(root, folder))
    .describe('folder of everything that is kept, relative to the project'),
  TALAD_SANDBOX_PORT: port(4800, 'port of the sandbox of the outside providers'),
  TALAD_RPC_PORT: port(8545, 'port of the embedded chain'),
  TALAD_POSTGRES_PORT: port(54_320, 'port of the embedded Postgres'),
  TALAD_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_000)
    .optional()
    .describe(
      'port on which Prometheus reads the services; start:separate: of the first, the next ones follow; absent: none',
    ),
  TALAD_KAFKA_PORT: port(0, 'port of the broker that start:separate starts'),
  TALAD_LOG: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('warn')
    .describe('how much the services say'),
  TALAD_DEMO: z
    .enum(['full', 'holdings', 'none'])
    .default('full')
    .describe('demonstration data: everything, only who holds what, or nothing'),
  TALAD_WEB: z
    .enum(['0', '1'])
    .default('1')
    .transform((text) => text === '1')
    .describe('0: the web app is not built, for those who only make calls'),
  TALAD_DEPLOYER_KEY: key.optional().describe('deploys the contracts; by default the first key of anvil'),
  TALAD_RELAYER_KEYS: privateKeysSetting
    .optional()
    .describe('comma list of keys that deliver purchases; by default two of anvil’s'),
  TALAD_MINTER_KEYS: privateKeysSetting
    .optional()
    .describe('comma list of keys that mint for campaigns; by default one of anvil’s'),
  TALAD_FSYNC: z
    .enum(['0', '1'])
    .default('1')
    .transform((text) => text === '1')
    .describe(
      '0: the embedded Postgres leaves to the disk when it writes, for tests; a power cut may spoil it',
    ),
  DATABASE_URL: z
    .url()
    .optional()
    .describe('a Postgres server in place of the embedded one, as an administrator'),
  KAFKA_BROKERS: z
    .string()
    .optional()
    .describe('comma list of host:port: Kafka in place of the embedded bus'),
  REDIS_URL: z.url().optional().describe('Redis for limits that several gateways share'),
  TALAD_SERVICES: serviceSettings.describe(
    'more settings for services, as JSON: {"order-book":{"LIMIT_ORDERS_PER_CUSTOMER":"1000"}}',
  ),
  RPC_URL: z
    .url()
    .optional()
    .describe('JSON-RPC of a development chain in place of the embedded one; it must make blocks by itself'),
})
export type LauncherConfig = z.infer<typeof launcherConfig>

const USAGE = `npm start -- [--port <number>] [--data <folder>]

Starts the whole system on this machine. Settings from the environment:
${Object.entries(launcherConfig.shape)
  .map(([name, field]) => `  ${name.padEnd(20)} ${field.description ?? ''}`)
  .join('\n')}`

/**
 * Reads the command line and the environment; the command line wins.
 * @returns the settings, or the usage text when it was asked for
 * @throws Error that lists every fault
 */
export function readSettings(
  args: readonly string[] = process.argv.slice(2),
  env: Record<string, string | undefined> = process.env,
): LauncherConfig | { usage: string } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', short: 'p' },
      data: { type: 'string', short: 'd' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return { usage: USAGE }
  return loadConfig('talad', launcherConfig, {
    ...env,
    ...(values.port === undefined ? {} : { TALAD_PORT: values.port }),
    ...(values.data === undefined ? {} : { TALAD_DATA: resolve(values.data) }),
  })
}
