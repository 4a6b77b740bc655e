/** The environment of the sandbox as a process of its own. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { joinUserSchema, type SandboxOptions } from './options.ts'

const absent = z.literal('').transform(() => undefined)
const text = absent.or(z.string()).optional()

const environment = z.object({
  SANDBOX_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4800)
    .describe('Port; 0 takes any free one'),
  SANDBOX_HOST: z.string().default('127.0.0.1').describe('Address to listen on; keep it private'),
  SANDBOX_PUBLIC_URL: text.describe(
    'Base of the links handed out, when it differs from the listening address',
  ),
  SANDBOX_DATA_DIR: text.describe('Folder for the state; without it nothing survives a restart'),
  SANDBOX_RPC_URL: text.describe('JSON-RPC address of the chain, for the wallets of the Join users'),
  SANDBOX_JOIN_USERS_FILE: z
    .string()
    .describe('JSON file: array of { id, nameTH, nameEN, phone, email, level, privateKey }'),
  SANDBOX_IPFS_DIR: text.describe('Folder whose <cid>/<rest> files the IPFS gateway serves'),
  SANDBOX_JOIN_API_KEY: text.describe('Key that the merchant side sends as x-api-key'),
  SANDBOX_PAYOUT_SECRET_KEY: text.describe('Secret key of the payout provider'),
  CHILLPAY_MERCHANT_CODE: text.describe('Merchant code of the card provider'),
  CHILLPAY_API_KEY: text.describe('API key of the card provider'),
  CHILLPAY_MD5_SECRET: text.describe('Secret at the end of each check sum'),
  CHILLPAY_CALLBACK_URL: text.describe("Merchant's address of the background callback"),
  CHILLPAY_RESULT_URL: text.describe("Merchant's address of the browser result"),
  CHILLPAY_RESULT_METHOD: z
    .enum(['GET', 'POST'])
    .optional()
    .describe('How the browser is sent back; POST by default'),
})

export type SandboxConfig = { options: SandboxOptions; ipfsDir: string | undefined }

/**
 * Reads the environment and the file of people.
 * @throws with every fault at once
 */
export function readConfig(env: Record<string, string | undefined> = process.env): SandboxConfig {
  const result = environment.safeParse(env)
  if (!result.success) throw new Error(`The environment is not usable:\n${z.prettifyError(result.error)}`)
  const e = result.data
  const joinUsers = z.array(joinUserSchema).parse(JSON.parse(readFileSync(e.SANDBOX_JOIN_USERS_FILE, 'utf8')))
  return {
    ipfsDir: e.SANDBOX_IPFS_DIR,
    options: {
      port: e.SANDBOX_PORT,
      host: e.SANDBOX_HOST,
      publicUrl: e.SANDBOX_PUBLIC_URL,
      dataDir: e.SANDBOX_DATA_DIR,
      rpcUrl: e.SANDBOX_RPC_URL,
      joinUsers,
      join: { apiKey: e.SANDBOX_JOIN_API_KEY },
      payout: { secretKey: e.SANDBOX_PAYOUT_SECRET_KEY },
      merchant: {
        merchantCode: e.CHILLPAY_MERCHANT_CODE,
        apiKey: e.CHILLPAY_API_KEY,
        md5Secret: e.CHILLPAY_MD5_SECRET,
        callbackUrl: e.CHILLPAY_CALLBACK_URL,
        resultUrl: e.CHILLPAY_RESULT_URL,
        resultMethod: e.CHILLPAY_RESULT_METHOD,
      },
    },
  }
}
