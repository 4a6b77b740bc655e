import { startDemonstrationOnKafka } from '@talad/e2e/demonstration'
import { skipWithoutKafka } from '@talad/kafka/availability'
import { mainWays } from './main-ways.ts'

mainWays('Kafka, each service in a process of its own', startDemonstrationOnKafka, skipWithoutKafka())
