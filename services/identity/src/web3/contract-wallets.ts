import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import { Interface } from 'ethers'
import { z } from 'zod'

const eip1271 = new Interface([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
const MAGIC = '0x1626ba7e'
const TIMEOUT_MS = 5_000

const answer = z.union([
  z.object({ result: z.string().regex(/^0x[0-9a-fA-F]*$/) }),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
])

/** Wallets that are contracts and judge signatures themselves (EIP-1271). */
export type ContractWallets = {
  /**
   * @param address lower case; one without code accepts nothing
   * @param digest what was signed, 0x and 64 hex characters
   * @throws Rejection UNAVAILABLE when the chain can't be asked
   */
  accepts(address: string, digest: string, signature: string): Promise<boolean>
}

export function makeContractWallets(deps: {
  rpcUrl: string
  log: Pick<Platform['log'], 'warn'>
}): ContractWallets {
  const away = (about: object): never => {
    deps.log.warn(about, 'the chain can not be asked')
    throw new Rejection('UNAVAILABLE')
  }
  return {
    async accepts(address, digest, signature) {
      const data = eip1271.encodeFunctionData('isValidSignature', [digest, signature])
      const response = await fetch(deps.rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_call',
          params: [{ to: address, data }, 'latest'],
        }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((err: unknown) => away({ err }))
      const parsed = answer.safeParse(await response.json().catch(() => undefined))
      if (!parsed.success) return away({ status: response.status })
      if ('error' in parsed.data) {
        const { code, message } = parsed.data.error
        // 3 is a revert; some nodes say it in words
        return code === 3 || /revert|invalid opcode|out of gas/i.test(message)
          ? false
          : away({ code, message })
      }
      return parsed.data.result.toLowerCase() === MAGIC.padEnd(66, '0')
    },
  }
}
