import { adminWriteTo } from '@talad/proto/http/identity/support'
import { Button } from '@talad/ui/components/button'
import { TextArea } from '@talad/ui/components/field'
import { act } from '@talad/ui/session/step-up'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'

const textOf = adminWriteTo.body?.shape.text

/** A message to somebody's bell, with the reason that only the audit log keeps. */
export function WriteTo({ account }: { account: string }) {
  const { t } = useText()
  const { can } = usePermissions()
  // the same key for each try of one message: it is sent once
  const [key, setKey] = useState<string>()
  const [text, setText] = useState('')
  if (!can('account.write')) return null
  return (
    <div>
      <Button size="small" look="quiet" onClick={() => setKey(crypto.randomUUID())}>
        {t('customer.write')}
      </Button>
      {key !== undefined && (
        <DecisionDialog
          title={t('customer.write')}
          reason={reasonOf(adminWriteTo)}
          isBlocked={!textOf?.safeParse(text).success}
          act={(note) =>
            act(
              adminWriteTo,
              { params: { account_id: account }, body: { text, note } },
              { idempotencyKey: key },
            )
          }
          stale={[]}
          target={account}
          onClose={(isDone) => {
            setKey(undefined)
            if (isDone) setText('')
          }}
        >
          <TextArea
            label={t('customer.writeText')}
            hint={t('customer.writeHint')}
            rows={4}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </DecisionDialog>
      )}
    </div>
  )
}
