import { inject } from 'vitest'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { busContract } from './bus-contract.ts'

busContract('Postgres', async () => {
  const database = await createEmptyDatabase(inject('postgres'))
  return {
    address: { busDatabaseUrl: database.url },
    connect: () => connectPostgresBus(database.url, { onError: (error) => console.error(error) }),
    close: () => database.drop(),
  }
})
