import { Hint } from '@talad/ui/components/hint'
import { Skeleton } from '@talad/ui/components/status'
import { formatBaht, formatPoints } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useMoneyText } from '../../../i18n/money.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'
import { tokenText } from '../../../market/prices/order-price.ts'
import { termsQuery } from '../../../market/prices/order-terms.ts'
import { useBalances } from '../../../market/reads/balances.ts'
import { useSite } from '../../../market/reads/site.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { heldTokensQuery, ratesQuery } from '../api/held-tokens.ts'
import { bahtOf } from '../held-tokens.ts'

function Line({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="flex items-center gap-1">{label}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  )
}

/** Points and baht, which the market keeps. */
function Kept() {
  const { t } = useLateText()
  const { data } = useBalances()
  return data?.map(({ unit, balance }) => {
    const isPoints = unit === 'pt_thb'
    return (
      <Line
        key={unit}
        label={
          <Link
            to="/account"
            search={{ tab: 'money', ...(!isPoints && { unit: 'earned' as const }) }}
            className="underline-offset-4 hover:text-leaf hover:underline"
          >
            {isPoints ? t('balance.points') : t('balance.earned')}
          </Link>
        }
      >
        <strong>{formatPoints(balance)}</strong>
      </Line>
    )
  })
}

/** The coin and the tokens of one wallet, on the chain. */
function OnChain({ wallet }: { wallet: string }) {
  const { t } = useMoneyText()
  const { t: word } = useLateText()
  const site = useSite()
  const terms = useQuery(termsQuery)
  const held = useQuery(heldTokensQuery(site, terms.data, wallet))
  const rates = useQuery(ratesQuery)
  return (
    <section className="rounded-lg bg-surface px-5 py-2 shadow-card">
      <h3 className="flex items-center gap-2 pt-3 text-base">
        <WalletLink address={wallet} />
      </h3>
      {site.chain.rpcUrl === null && <p className="py-3 text-sm text-soft">{t('held.noChain')}</p>}
      {held.isError && <LoadError error={held.error} retry={() => void held.refetch()} />}
      {site.chain.rpcUrl !== null && held.isPending && <Skeleton className="my-3 h-24" />}
      <dl className="divide-y divide-line">
        {held.data?.map((money, n) => {
          const baht = bahtOf(money, rates.data ?? [])
          const hint = money.family === 'thb' ? 'token.aboutBaht' : 'token.about'
          return (
            <Line
              key={money.symbol}
              label={
                <>
                  {money.symbol}
                  <Hint
                    text={
                      n === 0
                        ? t('held.coin', { symbol: money.symbol })
                        : word(hint, { symbol: money.symbol })
                    }
                  />
                </>
              }
            >
              <strong>{tokenText(money.raw, money)}</strong>
              {baht !== undefined && (
                <span className="block text-sm text-soft">
                  {word('panel.aboutBaht', { price: formatBaht(baht) })}
                </span>
              )}
            </Line>
          )
        })}
      </dl>
    </section>
  )
}

/** Everything that somebody can pay with: what the market keeps for them, and what each of their wallets has. */
export default function HeldTokens({ wallets }: { wallets: readonly string[] }) {
  const { t } = useMoneyText()
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{t('held.title')}</h2>
      <dl className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card">
        <Kept />
      </dl>
      {wallets.map((wallet) => (
        <OnChain key={wallet} wallet={wallet} />
      ))}
    </section>
  )
}
