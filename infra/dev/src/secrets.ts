import { createHmac, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const hex = z.string().regex(/^[0-9a-f]{32,64}$/)

const secretsSchema = z.object({
  postgresPassword: hex,
  /** seals personal data and the keys of access tokens */
  personalDataKey: hex.length(64),
  /** from which each service's own is made (GW-3) */
  internalToken: hex,
  joinApiKey: hex,
  cardApiKey: hex,
  cardMd5Secret: hex,
  payoutSecretKey: hex,
})
export type Secrets = z.infer<typeof secretsSchema>
/** What an installation was made with before payouts: the rest is added. */
const earlierSchema = secretsSchema.omit({ payoutSecretKey: true })

/** GW-3: the secret by which one service calls others; from one of them nobody learns another. */
export function internalSecret({ internalToken }: Pick<Secrets, 'internalToken'>, service: string): string {
  return createHmac('sha256', internalToken).update(service).digest('hex')
}

function generate(): Secrets {
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  return {
    postgresPassword: random(16),
    personalDataKey: random(32),
    internalToken: random(24),
    joinApiKey: random(16),
    cardApiKey: random(16),
    cardMd5Secret: random(16),
    payoutSecretKey: random(16),
  }
}

/**
 * The secrets of this installation: made at the first start, kept for the owner's eyes only.
 * @throws Error when the file is there and not readable: without it, what it sealed is lost
 */
export async function loadSecrets(folder: string): Promise<Secrets> {
  const file = join(folder, 'secrets.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text !== undefined) {
    const known = secretsSchema.safeParse(JSON.parse(text))
    if (known.success) return known.data
    const older = earlierSchema.safeParse(JSON.parse(text))
    if (older.success) return keep(file, { ...generate(), ...older.data })
    throw new Error(`${file} is damaged. Restore it, or remove the whole folder ${folder} to begin anew.`)
  }
  return keep(file, generate())
}

async function keep(file: string, made: Secrets): Promise<Secrets> {
  await writeFile(`${file}.next`, `${JSON.stringify(made, undefined, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.next`, file)
  return made
}
