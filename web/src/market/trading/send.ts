import { ResponseError } from '@talad/proto/http/client'
import { loadTrade } from '../../wallet-code.ts'
import { checkGas, untilMined } from './chain.ts'
import { type TradeContext, TradeError } from './context.ts'
import { refetchTraded } from './fulfil.ts'
import { SignatureRefused, type SignControl, type Signer, type Transfer } from './signer.ts'
import { forgetUnfinished, rememberAsked, workingOn } from './unfinished.ts'

/** Whether somebody or the chain has said no: trying again is then another request. */
export function isAnswered(error: unknown): boolean {
  if (error instanceof TradeError) return error.fault.kind !== 'slow'
  if (error instanceof ResponseError) return error.status < 500 && error.code !== 'request_in_progress'
  return error instanceof SignatureRefused && (error.reason === 'rejected' || error.reason === 'expired')
}

/**
 * Has an item sent. What a phone is asked for is kept until somebody or the chain has answered: a page that is opened
 * meanwhile leads back to it. @throws as the signer does
 */
export function askToSend(item: Transfer, signer: Signer, control: SignControl): Promise<string> {
  const { blockchain, contract: address, type, tokenId: id, key } = item
  const body = { asset: { contract: { blockchain, address, type }, token: { id } } }
  const onAsked: SignControl['onAsked'] = (request) => rememberAsked(key, { ...request, body })
  return workingOn(key, control.signal, async () => {
    try {
      const hash = await signer.transfer(item, { ...control, onAsked })
      forgetUnfinished(key)
      return hash
    } catch (error) {
      if (isAnswered(error)) forgetUnfinished(key)
      throw error
    }
  })
}

/**
 * ID-19: sends an item to somebody, until it is mined. The chain is asked first whether the recipient can take it.
 * @returns the hash of the transaction
 * @throws SignatureRefused, TradeError, what the server refuses
 */
export async function sendItem(transfer: Transfer, context: TradeContext): Promise<string> {
  const { transferCall } = await loadTrade()
  const { signer, control, onStage } = context
  await checkGas(context, transferCall(signer.address, transfer)).catch((error: unknown) => {
    const isRefused = error instanceof TradeError && error.fault.kind === 'refused'
    throw isRefused ? new TradeError({ kind: 'not-taken' }) : error
  })
  onStage('send')
  const hash = await askToSend(transfer, signer, control)
  onStage('process', hash)
  try {
    await untilMined(context, hash)
  } finally {
    void refetchTraded()
  }
  return hash
}
