import { adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { call } from '@talad/ui/client/call'
import { Section } from '@talad/ui/components/section'
import { Notice } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useHomeText } from '../../i18n/home.ts'
import { keys } from '../../market/reads/query-keys.ts'
import { useIsPreview } from './preview-mode.ts'

const permissionsQuery = queryOptions({
  queryKey: [keys.permissions],
  queryFn: ({ signal }) => call(adminPermissionsHttp.myPermissions, {}, { signal }),
  staleTime: 600_000,
})

/** WB-22: who can mend a page sees that a part of it has nothing to show; visitors see nothing. */
export function NoSource({ title }: { title: string }) {
  const { t } = useHomeText()
  const isPreview = useIsPreview()
  const isUser = useSession().kind === 'user'
  const { data } = useQuery({ ...permissionsQuery, enabled: isUser && !isPreview })
  const isAdmin = data && (data.super_admin || data.permissions.includes('layout.write'))
  if (!isPreview && !isAdmin) return null
  return (
    <Section title={title}>
      <Notice tone="wait">{t('section.noSource')}</Notice>
    </Section>
  )
}
