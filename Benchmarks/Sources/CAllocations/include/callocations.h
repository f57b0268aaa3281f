// Counts the allocations of the whole program, on glibc; elsewhere nothing is counted.
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

/// How many times memory was asked for since the program started, or -1 where that is not known.
long callocations_count(void);

#endif
