-- Run by the Postgres image when it makes its data folder: a database for each service.
create database "asset-indexer";
create database "bank-withdrawal";
create database "campaign";
create database "gateway";
create database "identity";
create database "ledger";
create database "moderation";
create database "order-book";
create database "shipping-payment";
