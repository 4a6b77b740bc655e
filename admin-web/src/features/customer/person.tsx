import type { LookedUpPerson } from '@talad/proto/http/identity/person-lookup'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { useText } from '../../i18n/index.ts'
import { kycName } from '../../lib/kyc.ts'
import { personsQuery } from '../../lib/person.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { revealed } from './api.ts'
import { Card } from './part.tsx'

const why = z.string().trim().min(1).max(500)

type Props = {
  customer: string
  /** more of the account, once it is known which one it is */
  children?: (account: string) => ReactNode
}

/** Who a customer is: masked until somebody says why it has to be seen (AW-15); either look is in the audit log. */
export function Person({ customer, children }: Props) {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const [full, setFull] = useState<LookedUpPerson>()
  const masked = useQuery(personsQuery({ id: customer }))
  return (
    <Card title={t('customer.person')}>
      <Loaded query={masked}>
        {([person]) =>
          person ? (
            <>
              <PersonFacts person={full ?? person} />
              {children?.(person.account_id)}
              {!full && (
                <div>
                  <Button size="small" onClick={() => setAsking(true)}>
                    {t('reveal.button')}
                  </Button>
                </div>
              )}
              {isAsking && (
                <DecisionDialog
                  title={t('reveal.button')}
                  hint={t('customer.revealHint')}
                  reason={why}
                  act={async (note) => setFull(await revealed(customer, note))}
                  stale={[]}
                  target={person.account_id}
                  onClose={() => setAsking(false)}
                >
                  <p>{t('reveal.text')}</p>
                </DecisionDialog>
              )}
            </>
          ) : (
            <Notice>{t('customer.unknown')}</Notice>
          )
        }
      </Loaded>
    </Card>
  )
}

function PersonFacts({ person }: { person: LookedUpPerson }) {
  const { t } = useText()
  const { profile, wallets } = person
  return (
    <Facts>
      <Fact label={t('customer.name')}>
        {[profile.nameTH, profile.nameEN].filter((name) => name !== null).join(' · ') || '–'}
      </Fact>
      <Fact label={t('customer.phone')}>{profile.phoneNumber ?? '–'}</Fact>
      <Fact label={t('customer.mail')}>{profile.email ?? '–'}</Fact>
      <Fact label={t('bank.kyc')}>{kycName(person.kyc_level)}</Fact>
      <Fact label={t('customer.since')}>
        <Moment at={person.created} />
      </Fact>
      <Fact label={t('customer.waysIn')}>{person.idps.join(' · ')}</Fact>
      <Fact label={t('customer.wallets')}>
        {wallets.length === 0 && '–'}
        {wallets.map(({ address }) => (
          <span key={address} className="block">
            <Ident value={address} short />
          </span>
        ))}
      </Fact>
      <Fact label={t('customer.account')}>
        <Ident value={person.account_id} />
      </Fact>
    </Facts>
  )
}
