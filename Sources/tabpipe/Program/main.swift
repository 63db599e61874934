print("tabpipe")
