import { skipWithoutKafka } from '@talad/kafka/availability'
import { startDemonstrationOnKafka } from '../src/demonstration.ts'
import { mainWays } from './main-ways.ts'

mainWays('Kafka, each service in a process of its own', startDemonstrationOnKafka, skipWithoutKafka())
