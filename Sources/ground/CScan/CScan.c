// A target has to have a source; what is in it stands in the header, to be inlined.
#include "CScan.h"
