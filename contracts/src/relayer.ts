import { Contract, MaxUint256 } from 'ethers'
import { abi as pointTokenAbi } from '../abi/PointToken.ts'
import { abi as zoneAbi } from '../abi/RelayerZone.ts'
import { makeSender, type Session } from './chain-session.ts'

type Log = (line: string) => void

/** In satang. Five billion sales at the highest price allowed. */
const PLENTY_OF_POINTS = 10n ** 18n

/** Makes an account the one that may fill restricted orders and spend points, and sees that it has points. */
export async function appointRelayer(
  session: Session,
  { zone, pointToken }: { zone: string; pointToken: string },
  relayer: string,
  log: Log,
): Promise<void> {
  for (const [address, abi] of [
    [zone, zoneAbi],
    [pointToken, pointTokenAbi],
  ] as const) {
    const contract = new Contract(address, abi, session.provider)
    if (sameAddress(String(await contract.getFunction('relayer')()), relayer)) continue
    await session.send(await contract.getFunction('setRelayer').populateTransaction(relayer))
    log(`${relayer} is the relayer of ${address}`)
  }
  const token = new Contract(pointToken, pointTokenAbi, session.provider)
  const held = BigInt(await token.getFunction('balanceOf')(relayer))
  if (held >= PLENTY_OF_POINTS / 2n) return
  await session.send(await token.getFunction('mint').populateTransaction(PLENTY_OF_POINTS))
  log('points minted to the relayer')
}

/** Lets Seaport take the relayer's points, which is how the relayer pays for what it fills. */
export async function approveSeaport(
  { provider }: Session,
  { pointToken, seaport }: { pointToken: string; seaport: string },
  relayerKey: string,
  log: Log,
): Promise<void> {
  const relayer = makeSender(provider, relayerKey)
  const token = new Contract(pointToken, pointTokenAbi, provider)
  const allowed = BigInt(await token.getFunction('allowance')(relayer.wallet.address, seaport))
  if (allowed === MaxUint256) return // an unlimited allowance does not shrink
  await relayer.send(await token.getFunction('approve').populateTransaction(seaport, MaxUint256))
  log('Seaport may take the relayer’s points')
}

/** Addresses come in either case. */
export function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
