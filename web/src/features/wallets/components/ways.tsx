import type { IdentityLink } from '@talad/proto/http/identity/accounts'
import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { Skeleton } from '@talad/ui/components/status'
import { shortAddress } from '@talad/ui/format/address'
import { formatDay } from '@talad/ui/format/dates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWaysText } from '../../../i18n/ways.ts'
import { useWayName } from '../../../market/people/way-name.ts'
import { useSite } from '../../../market/reads/site.ts'
import { AskDialog } from '../../../market/refusals/ask-dialog.tsx'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { linksQuery, useUnlink } from '../api/links.ts'

/** How a way in is told from others of its provider. */
function detailOf({ identity_provider_profile: about }: IdentityLink): string | null {
  return about.walletAddress === null ? about.displayName : shortAddress(about.walletAddress)
}

type RowProps = { way: IdentityLink; note: string | undefined; onUnlink: (() => void) | undefined }

function Row({ way, note, onUnlink }: RowProps) {
  const { t } = useWaysText()
  const name = useWayName()(way.identity_provider)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="wrap-anywhere text-sm text-soft">
          {[detailOf(way), t('ways.since', { day: formatDay(way.created) })]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
        {note && <p className="text-sm text-soft">{note}</p>}
      </div>
      {onUnlink && (
        <Button look="quiet" size="small" aria-label={t('ways.unlinkOf', { way: name })} onClick={onUnlink}>
          {t('ways.unlink')}
        </Button>
      )}
    </li>
  )
}

function UnlinkDialog({ way, onClose }: { way: IdentityLink; onClose: () => void }) {
  const { t } = useWaysText()
  const name = useWayName()(way.identity_provider)
  const unlink = useUnlink()
  const done = () => {
    say(t('ways.unlinked'), 'success')
    onClose()
  }
  return (
    <AskDialog
      title={t('ways.unlinkOf', { way: name })}
      text={t('ways.unlinkText')}
      confirm={t('ways.unlink')}
      busy={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate(way._id, { onSuccess: done })}
      onClose={onClose}
    />
  )
}

/** By what somebody signs in, and how to take one away; the last one and the customer's own stay (ID-31). */
export function Ways({ account }: { account: string }) {
  const { t } = useWaysText()
  const { devMode } = useSite()
  const links = useQuery(linksQuery(account))
  const [leaving, setLeaving] = useState<IdentityLink>()
  if (links.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (links.isError) return <LoadError error={links.error} retry={() => void links.refetch()} />
  // ID-31: in production nobody is left without a way in
  const mustStay = links.data.length === 1 && !devMode
  const noteOf = ({ identity_provider: by }: IdentityLink) =>
    by === 'join' ? t('ways.customer') : mustStay ? t('ways.last') : undefined
  const mayGo = ({ identity_provider: by }: IdentityLink) => by !== 'join' && !mustStay
  return (
    <>
      <ul
        aria-label={t('ways.title')}
        className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card"
      >
        {links.data.map((way) => (
          <Row
            key={way._id}
            way={way}
            note={noteOf(way)}
            onUnlink={mayGo(way) ? () => setLeaving(way) : undefined}
          />
        ))}
      </ul>
      {leaving && <UnlinkDialog way={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
