import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTradeText } from '../../../i18n/trade.ts'
import { tokenText } from '../../../market/prices/order-price.ts'
import { keys } from '../../../market/reads/query-keys.ts'
import { useSite } from '../../../market/reads/site.ts'
import { approvalFor } from '../../../market/trading/approval.ts'
import { loadTrade } from '../../../wallet-code.ts'

type About = { wallet: string; seaport: string; token: string; collection: string }

/** While a wallet has too little it is read again, as somebody may just be filling it. */
const SHORT_MS = 5_000

/** What a wallet has of a token and lets the market take, read from the chain. */
function approvalsQuery(rpcUrl: string | null, about: About) {
  return queryOptions({
    queryKey: [keys.approvals, about],
    queryFn: async () => (await loadTrade()).readApprovals(rpcUrl ?? '', about),
    enabled: rpcUrl !== null,
    // amounts are no JSON
    structuralSharing: false,
  })
}

/** What a wallet lacks for a payment; nothing while it isn't known. */
export function useShort(about: About, needed: bigint | undefined): bigint {
  const { rpcUrl } = useSite().chain
  const lacks = (balance: bigint | undefined) =>
    balance === undefined || needed === undefined || balance >= needed ? 0n : needed - balance
  const { data } = useQuery({
    ...approvalsQuery(rpcUrl, about),
    refetchInterval: ({ state }) => (lacks(state.data?.balance) > 0n ? SHORT_MS : false),
  })
  return lacks(data?.balance)
}

type Token = { address: string; symbol: string; decimals: number }
type Props = {
  wallet: string
  seaport: string
  token: Token
  collection: string
  /** what is given: the token, or pieces of the collection */
  gives: 'token' | 'collection'
  /** what the wallet lacks for it */
  short?: bigint
  /** what the market takes of the token: the price, or the fees out of it from who gives a piece */
  asked?: bigint | undefined
  /** WB-11: only what is needed is approved */
  isExact: boolean
  onExact: (isExact: boolean) => void
  onRevoke: (what: { token: string } | { collection: string }) => void
}

const link = 'min-h-8 font-semibold text-leaf underline underline-offset-4'

/** What the wallet has, what it lets the market take, and how to take that back (M§4). */
export function ApprovalNotes({
  wallet,
  seaport,
  token,
  collection,
  gives,
  short = 0n,
  asked = 0n,
  isExact,
  onExact,
  onRevoke,
}: Props) {
  const { t } = useTradeText()
  const { rpcUrl } = useSite().chain
  const { data, isPending } = useQuery(
    approvalsQuery(rpcUrl, { wallet, seaport, token: token.address, collection }),
  )
  const isToken = gives === 'token'
  const isAsked = asked > 0n && data !== undefined && data.allowance < asked
  const amount = tokenText(approvalFor(asked, token.decimals, isExact), token)
  return (
    <div className="grid gap-1 text-sm text-soft">
      {isToken && data && <p>{t('approval.have', { amount: tokenText(data.balance, token) })}</p>}
      {short > 0n && (
        <p role="alert" className="text-chili">
          {t('approval.short', { amount: tokenText(short, token) })}
        </p>
      )}
      {isToken && isPending && <p>{t('approval.reading')}</p>}
      {isToken && data && data.allowance > 0n && (
        <p className="flex flex-wrap items-center gap-x-3">
          {t('approval.token', { amount: tokenText(data.allowance, token) })}
          <button type="button" className={link} onClick={() => onRevoke({ token: token.address })}>
            {t('approval.revoke')}
          </button>
        </p>
      )}
      {!isToken && data?.collection && (
        <p className="flex flex-wrap items-center gap-x-3">
          {t('approval.collection')}
          <button type="button" className={link} onClick={() => onRevoke({ collection })}>
            {t('approval.revoke')}
          </button>
        </p>
      )}
      {isAsked && (
        <p>
          {isToken
            ? t('approval.asks', { amount })
            : t('approval.asksFees', { fees: tokenText(asked, token), amount })}
        </p>
      )}
      {(isToken || isAsked) && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={isExact}
            onChange={({ target }) => onExact(target.checked)}
            className="size-5 shrink-0 accent-leaf"
          />
          {t('approval.exact')}
        </label>
      )}
    </div>
  )
}
