import { useQuery } from '@tanstack/react-query'
import { servicesQuery } from '../features/operations/api.ts'
import { Services } from '../features/operations/services.tsx'
import { useText } from '../i18n/index.ts'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

/** Whether the services keep up, and where somebody has to look. */
export default function OperationsPage() {
  const { t } = useText()
  return (
    <Desk title={t('operations.title')}>
      <Loaded query={useQuery(servicesQuery)}>{(list) => <Services list={list} />}</Loaded>
    </Desk>
  )
}
