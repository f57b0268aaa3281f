print("errctl")
