-- What waits for a person is counted by the kit's job; a piece of work that nobody does would seem overdue.
delete from kit.job where task = 'payment.watch';
